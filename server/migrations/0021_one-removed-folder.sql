CREATE OR REPLACE FUNCTION "note_removed_run"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "removed_folder" ("name", "queue", "job_id")
  VALUES (
    'runs/' || OLD."id",
    CASE WHEN OLD."status" IN ('queued', 'running') THEN 'analysis' END,
    CASE WHEN OLD."status" IN ('queued', 'running') THEN OLD."job_id" END
  )
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "note_removed_map"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."thumbnail" IS NOT NULL THEN
    INSERT INTO "removed_folder" ("name") VALUES (OLD."thumbnail") ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "note_removed_raster"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "removed_folder" ("name") VALUES ('map-rasters/' || OLD."id") ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
INSERT INTO "removed_folder" ("name", "queue", "job_id", "removed_at")
SELECT 'runs/' || "id", CASE WHEN "job_id" IS NOT NULL THEN 'analysis' END, "job_id", "removed_at" FROM "removed_run"
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "removed_folder" ("name", "removed_at")
SELECT "folder", "removed_at" FROM "removed_map_folder"
ON CONFLICT DO NOTHING;--> statement-breakpoint
DROP TABLE "removed_map_folder" CASCADE;--> statement-breakpoint
DROP TABLE "removed_run" CASCADE;
