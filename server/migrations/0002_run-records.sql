CREATE TABLE "removed_run" (
	"id" text PRIMARY KEY NOT NULL,
	"removed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "analysis_run" ADD COLUMN "options" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "analysis_run" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "analysis_run" ADD COLUMN "area_name" text;--> statement-breakpoint
ALTER TABLE "analysis_run" ADD COLUMN "place_name" text;--> statement-breakpoint
ALTER TABLE "analysis_run" ADD COLUMN "connection_key" text;--> statement-breakpoint
ALTER TABLE "analysis_run" ADD COLUMN "connection_key_created_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "analysis_run_account" ON "analysis_run" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "analysis_run_visitor" ON "analysis_run" USING btree ("visitor_id","created_at");--> statement-breakpoint
ALTER TABLE "analysis_run" ADD CONSTRAINT "analysis_run_connection_key_unique" UNIQUE("connection_key");--> statement-breakpoint
CREATE FUNCTION "note_removed_run"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "removed_run" ("id") VALUES (OLD."id") ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "analysis_run_removed" AFTER DELETE ON "analysis_run" FOR EACH ROW EXECUTE FUNCTION "note_removed_run"();--> statement-breakpoint
UPDATE "analysis_run" SET "status" = 'failed', "result" = NULL, "failure_is_permanent" = false, "failure_reason" = 'This result was made by an earlier version, without kinds of change and patches. Please run the analysis again.' WHERE "status" = 'done';
