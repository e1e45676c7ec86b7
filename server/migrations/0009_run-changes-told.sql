CREATE FUNCTION "tell_run_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(
    CASE
      WHEN TG_OP = 'UPDATE' AND NEW."status" = OLD."status" THEN 'analysis_run_progress'
      ELSE 'analysis_run_status'
    END,
    json_build_object('id', COALESCE(NEW."id", OLD."id"))::text
  );
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "analysis_run_told" AFTER INSERT OR DELETE OR UPDATE OF "status", "progress" ON "analysis_run" FOR EACH ROW EXECUTE FUNCTION "tell_run_change"();
