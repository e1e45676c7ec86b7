ALTER TABLE "removed_run" ADD COLUMN "job_id" text;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "note_removed_run"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "removed_run" ("id", "job_id")
  VALUES (OLD."id", CASE WHEN OLD."status" IN ('queued', 'running') THEN OLD."job_id" END)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
