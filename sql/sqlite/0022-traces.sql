-- breaking: no (a column that older versions leave empty)
--
-- Where in a trace a firing stands: the W3C `traceparent` of its report's span, so that the spans
-- of its attempts join that trace after a restart and in another process. Null if tracing is off
-- or the report was not sampled.

alter table firings add column traceparent text check (length(traceparent) = 55);
