-- The naive store has no catalogue: it believes the prices it is sent.
select 1;
