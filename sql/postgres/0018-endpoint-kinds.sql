-- breaking: no (the same columns; what older versions write is allowed as before)
--
-- The list of kinds leaves the schema; why, says sql/sqlite/0018-endpoint-kinds.sql.

alter table endpoints drop constraint endpoints_settings_check;
alter table endpoints add constraint endpoints_kind_check
  check (coalesce(settings::json ->> 'kind', '') <> '');
