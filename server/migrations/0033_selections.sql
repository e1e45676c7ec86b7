CREATE TABLE "selection" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "selection_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"question" jsonb NOT NULL,
	"folder" text NOT NULL,
	"job_id" text NOT NULL,
	"step" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"share" real DEFAULT 0 NOT NULL,
	"failure_reason" text,
	"failure_code" text,
	"progress" jsonb,
	"result" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "selection" ADD CONSTRAINT "selection_project_id_value_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."value_project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "selection_project" ON "selection" USING btree ("project_id");--> statement-breakpoint
CREATE FUNCTION "note_removed_selection"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "removed_folder" ("name", "queue", "job_id")
  VALUES (OLD."folder", 'selection', OLD."job_id") ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "selection_removed" AFTER DELETE ON "selection"
FOR EACH ROW EXECUTE FUNCTION "note_removed_selection"();
