CREATE TABLE "removed_folder" (
	"name" text PRIMARY KEY NOT NULL,
	"queue" text,
	"job_id" text,
	"removed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "resumable_upload" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"target" text NOT NULL,
	"filename" text NOT NULL,
	"folder" text,
	"size" bigint NOT NULL,
	"offset" bigint DEFAULT 0 NOT NULL,
	"storage_state" jsonb,
	"result" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"moved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "value_layer" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "value_layer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"label" varchar(50) NOT NULL,
	"is_visible" boolean DEFAULT true NOT NULL,
	"background_color" text DEFAULT 'lightblue' NOT NULL,
	"opacity" real DEFAULT 1 NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "value_map" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "value_map_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"base_layer" text DEFAULT 'Outdoors' NOT NULL,
	"last_center" text NOT NULL,
	"last_zoom" double precision NOT NULL,
	CONSTRAINT "value_map_project_id_unique" UNIQUE("project_id")
);
--> statement-breakpoint
CREATE TABLE "value_project" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "value_project_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"title" varchar(50) NOT NULL,
	"summary" varchar(400) DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "value_raster" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "value_raster_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"layer_id" integer NOT NULL,
	"file_name" text NOT NULL,
	"file_bytes" bigint NOT NULL,
	"original_folder" text NOT NULL,
	"folder" text NOT NULL,
	"job_id" text NOT NULL,
	"step" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"share" real DEFAULT 0 NOT NULL,
	"failure_reason" text,
	"failure_code" text,
	"band" integer DEFAULT 1 NOT NULL,
	"kind_as_told" text,
	"epsg_as_told" integer,
	"facts" jsonb,
	"cog_bytes" bigint,
	"picture_bytes" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "value_raster_layer_id_unique" UNIQUE("layer_id")
);
--> statement-breakpoint
CREATE TABLE "valued_raster" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "valued_raster_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"layer_id" integer NOT NULL,
	"function_type" text NOT NULL,
	"coefficients" jsonb,
	"class_values" jsonb,
	"palette" jsonb NOT NULL,
	"folder" text NOT NULL,
	"job_id" text NOT NULL,
	"step" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"share" real DEFAULT 0 NOT NULL,
	"failure_reason" text,
	"failure_code" text,
	"facts" jsonb,
	"cog_bytes" bigint,
	"picture_bytes" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "resumable_upload" ADD CONSTRAINT "resumable_upload_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_layer" ADD CONSTRAINT "value_layer_project_id_value_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."value_project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_map" ADD CONSTRAINT "value_map_project_id_value_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."value_project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_project" ADD CONSTRAINT "value_project_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_raster" ADD CONSTRAINT "value_raster_layer_id_value_layer_id_fk" FOREIGN KEY ("layer_id") REFERENCES "public"."value_layer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "valued_raster" ADD CONSTRAINT "valued_raster_layer_id_value_layer_id_fk" FOREIGN KEY ("layer_id") REFERENCES "public"."value_layer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "resumable_upload_account" ON "resumable_upload" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "resumable_upload_moved" ON "resumable_upload" USING btree ("moved_at");--> statement-breakpoint
CREATE INDEX "value_layer_project" ON "value_layer" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "value_project_account" ON "value_project" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "valued_raster_whole" ON "valued_raster" USING btree ("layer_id") WHERE state = 'done';--> statement-breakpoint
CREATE UNIQUE INDEX "valued_raster_next" ON "valued_raster" USING btree ("layer_id") WHERE state <> 'done';--> statement-breakpoint
CREATE FUNCTION "note_removed_value_raster"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "removed_folder" ("name", "queue", "job_id")
  VALUES (OLD."folder", 'value-raster', OLD."job_id"), (OLD."original_folder", 'value-raster', OLD."job_id")
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "value_raster_removed" AFTER DELETE ON "value_raster"
FOR EACH ROW EXECUTE FUNCTION "note_removed_value_raster"();--> statement-breakpoint
CREATE FUNCTION "note_removed_valued_raster"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "removed_folder" ("name", "queue", "job_id")
  VALUES (OLD."folder", 'valued-raster', OLD."job_id") ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "valued_raster_removed" AFTER DELETE ON "valued_raster"
FOR EACH ROW EXECUTE FUNCTION "note_removed_valued_raster"();--> statement-breakpoint
CREATE FUNCTION "note_removed_upload"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."folder" IS NOT NULL THEN
    INSERT INTO "removed_folder" ("name") VALUES (OLD."folder") ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "resumable_upload_removed" AFTER DELETE ON "resumable_upload"
FOR EACH ROW EXECUTE FUNCTION "note_removed_upload"();
