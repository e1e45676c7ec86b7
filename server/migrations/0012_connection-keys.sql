CREATE TABLE "connection_key" (
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connection_key_kind_subject_id_pk" PRIMARY KEY("kind","subject_id"),
	CONSTRAINT "connection_key_key_unique" UNIQUE("key")
);
--> statement-breakpoint
INSERT INTO "connection_key" ("kind", "subject_id", "key", "created_at")
SELECT 'run', "id", "connection_key", "connection_key_created_at" FROM "analysis_run" WHERE "connection_key" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "analysis_run" DROP CONSTRAINT "analysis_run_connection_key_unique";--> statement-breakpoint
ALTER TABLE "analysis_run" DROP COLUMN "connection_key";--> statement-breakpoint
ALTER TABLE "analysis_run" DROP COLUMN "connection_key_created_at";--> statement-breakpoint
CREATE FUNCTION "forget_connection_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "connection_key" WHERE "kind" = TG_ARGV[0] AND "subject_id" = OLD."id"::text;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "analysis_run_key_forgotten" AFTER DELETE ON "analysis_run" FOR EACH ROW EXECUTE FUNCTION "forget_connection_key"('run');
