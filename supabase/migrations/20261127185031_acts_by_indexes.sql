-- Acts of 500 rows look each row up by its index, also before the tables have statistics, and may take as long as an
-- import.
alter function public.admin_act(jsonb) set enable_seqscan = off;
alter function public.admin_act(jsonb) set statement_timeout = '30s';
alter function public.admin_undo_act(jsonb) set enable_seqscan = off;
alter function public.admin_undo_act(jsonb) set statement_timeout = '30s';
