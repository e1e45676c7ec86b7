CREATE TABLE "combined_raster" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "combined_raster_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"combination" jsonb NOT NULL,
	"folder" text NOT NULL,
	"job_id" text NOT NULL,
	"step" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"share" real DEFAULT 0 NOT NULL,
	"failure_reason" text,
	"failure_code" text,
	"facts" jsonb,
	"cog_bytes" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "value_layer" ADD COLUMN "unit" varchar(20) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "combined_raster" ADD CONSTRAINT "combined_raster_project_id_value_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."value_project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "combined_raster_whole" ON "combined_raster" USING btree ("project_id") WHERE state = 'done';--> statement-breakpoint
CREATE UNIQUE INDEX "combined_raster_next" ON "combined_raster" USING btree ("project_id") WHERE state <> 'done';--> statement-breakpoint
CREATE FUNCTION "note_removed_combined_raster"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "removed_folder" ("name", "queue", "job_id")
  VALUES (OLD."folder", 'combined-raster', OLD."job_id") ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "combined_raster_removed" AFTER DELETE ON "combined_raster"
FOR EACH ROW EXECUTE FUNCTION "note_removed_combined_raster"();
