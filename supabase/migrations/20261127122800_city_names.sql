-- Towns that customers typed and the shop did not know.
insert into private.city_names (folded, name) values
  ('faqirwali', 'Faqirwali'), ('faqeerwali', 'Faqirwali'),
  ('guddu', 'Guddu'), ('gudu', 'Guddu'),
  ('janpur', 'Janpur'),
  ('jhuddo', 'Jhudo'),
  ('kameer', 'Kameer'), ('kamir', 'Kameer'),
  ('khanbela', 'Khan Bela'),
  ('kotlaarabalikhan', 'Kotla Arab Ali Khan'),
  ('noushehroferoz', 'Naushahro Feroze'), ('naushehroferoz', 'Naushahro Feroze'), ('noshehroferoz', 'Naushahro Feroze'),
  ('rajana', 'Rajana'),
  ('18hazari', 'Athara Hazari')
on conflict do nothing;
