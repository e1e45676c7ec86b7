CREATE TABLE "collaborative_map" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "collaborative_map_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"owner_id" integer NOT NULL,
	"name" varchar(50) NOT NULL,
	"summary" varchar(400) NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"token" text NOT NULL,
	"base_layer" text DEFAULT 'default' NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"zoom" double precision NOT NULL,
	"is_drawing_enabled" boolean DEFAULT true NOT NULL,
	"species" jsonb,
	"thumbnail" text,
	"last_seq" bigint DEFAULT 0 NOT NULL,
	"is_complete" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "map_comment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"map_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"text" text NOT NULL,
	"feature_id" uuid,
	"raster_id" uuid,
	"proposal_id" uuid,
	"longitude" double precision,
	"latitude" double precision,
	"is_resolved" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "map_feature" (
	"id" uuid PRIMARY KEY NOT NULL,
	"map_id" integer NOT NULL,
	"layer_id" uuid,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "map_feature_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"geometry" jsonb NOT NULL,
	"properties" jsonb NOT NULL,
	"box" "box" NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "map_layer" (
	"id" uuid PRIMARY KEY NOT NULL,
	"map_id" integer NOT NULL,
	"dataset" varchar(100) NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"position" double precision DEFAULT 0 NOT NULL,
	"style" jsonb NOT NULL,
	"fields" jsonb NOT NULL,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_approximate" boolean DEFAULT false NOT NULL,
	"appeared_seq" bigint,
	"deleted_seq" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "map_member" (
	"map_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "map_member_map_id_account_id_pk" PRIMARY KEY("map_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "map_operation" (
	"map_id" integer NOT NULL,
	"seq" bigint NOT NULL,
	"client_operation_id" uuid,
	"feature_id" uuid,
	"base_revision" bigint,
	"verb" text NOT NULL,
	"patch" jsonb NOT NULL,
	"author_id" integer,
	"visitor_name" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"group_id" uuid NOT NULL,
	"reverts_group_id" uuid,
	"proposal_id" uuid,
	CONSTRAINT "map_operation_map_id_seq_pk" PRIMARY KEY("map_id","seq")
);
--> statement-breakpoint
CREATE TABLE "map_proposal" (
	"id" uuid PRIMARY KEY NOT NULL,
	"map_id" integer NOT NULL,
	"author_id" integer,
	"visitor_name" text,
	"visitor_id" text,
	"note" text NOT NULL,
	"content_hash" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "map_proposed_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"proposal_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"feature_id" uuid NOT NULL,
	"base_revision" bigint NOT NULL,
	"verb" text NOT NULL,
	"patch" jsonb NOT NULL,
	"status" text DEFAULT 'open' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "map_raster" (
	"id" uuid PRIMARY KEY NOT NULL,
	"map_id" integer NOT NULL,
	"author_id" integer,
	"visitor_name" text,
	"name" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"west" double precision,
	"south" double precision,
	"east" double precision,
	"north" double precision,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"deleted_seq" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "map_request" (
	"map_id" integer NOT NULL,
	"client_operation_id" uuid NOT NULL,
	"content_hash" text NOT NULL,
	"group_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "map_request_map_id_client_operation_id_pk" PRIMARY KEY("map_id","client_operation_id")
);
--> statement-breakpoint
CREATE TABLE "map_undo_step" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "map_undo_step_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"map_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"group_id" uuid NOT NULL,
	"is_undone" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "removed_map_folder" (
	"folder" text PRIMARY KEY NOT NULL,
	"removed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "collaborative_map" ADD CONSTRAINT "collaborative_map_owner_id_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_comment" ADD CONSTRAINT "map_comment_map_id_collaborative_map_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."collaborative_map"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_comment" ADD CONSTRAINT "map_comment_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_comment" ADD CONSTRAINT "map_comment_raster_id_map_raster_id_fk" FOREIGN KEY ("raster_id") REFERENCES "public"."map_raster"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_comment" ADD CONSTRAINT "map_comment_proposal" FOREIGN KEY ("proposal_id") REFERENCES "public"."map_proposal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_feature" ADD CONSTRAINT "map_feature_map_id_collaborative_map_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."collaborative_map"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_feature" ADD CONSTRAINT "map_feature_layer_id_map_layer_id_fk" FOREIGN KEY ("layer_id") REFERENCES "public"."map_layer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_layer" ADD CONSTRAINT "map_layer_map_id_collaborative_map_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."collaborative_map"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_member" ADD CONSTRAINT "map_member_map_id_collaborative_map_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."collaborative_map"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_member" ADD CONSTRAINT "map_member_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_operation" ADD CONSTRAINT "map_operation_map_id_collaborative_map_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."collaborative_map"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_operation" ADD CONSTRAINT "map_operation_author_id_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_proposal" ADD CONSTRAINT "map_proposal_map_id_collaborative_map_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."collaborative_map"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_proposal" ADD CONSTRAINT "map_proposal_author_id_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_proposed_change" ADD CONSTRAINT "map_proposed_change_proposal_id_map_proposal_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."map_proposal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_raster" ADD CONSTRAINT "map_raster_map_id_collaborative_map_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."collaborative_map"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_raster" ADD CONSTRAINT "map_raster_author_id_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_request" ADD CONSTRAINT "map_request_map_id_collaborative_map_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."collaborative_map"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_undo_step" ADD CONSTRAINT "map_undo_step_map_id_collaborative_map_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."collaborative_map"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_undo_step" ADD CONSTRAINT "map_undo_step_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collaborative_map_owner" ON "collaborative_map" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "collaborative_map_public" ON "collaborative_map" USING btree ("created_at") WHERE is_published;--> statement-breakpoint
CREATE INDEX "collaborative_map_deleted" ON "collaborative_map" USING btree ("deleted_at") WHERE deleted_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "map_comment_map" ON "map_comment" USING btree ("map_id","created_at");--> statement-breakpoint
CREATE INDEX "map_comment_feature" ON "map_comment" USING btree ("feature_id");--> statement-breakpoint
CREATE INDEX "map_comment_account" ON "map_comment" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "map_feature_order" ON "map_feature" USING btree ("map_id","layer_id","number");--> statement-breakpoint
CREATE INDEX "map_feature_layer" ON "map_feature" USING btree ("layer_id");--> statement-breakpoint
CREATE INDEX "map_feature_box" ON "map_feature" USING gist ("box");--> statement-breakpoint
CREATE UNIQUE INDEX "map_layer_dataset" ON "map_layer" USING btree ("map_id","dataset") WHERE appeared_seq IS NOT NULL AND deleted_seq IS NULL;--> statement-breakpoint
CREATE INDEX "map_layer_map" ON "map_layer" USING btree ("map_id");--> statement-breakpoint
CREATE INDEX "map_layer_unfinished" ON "map_layer" USING btree ("created_at") WHERE appeared_seq IS NULL;--> statement-breakpoint
CREATE INDEX "map_member_account" ON "map_member" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "map_operation_feature" ON "map_operation" USING btree ("feature_id","seq");--> statement-breakpoint
CREATE INDEX "map_operation_group" ON "map_operation" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "map_operation_reverts" ON "map_operation" USING btree ("map_id") WHERE reverts_group_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "map_operation_author" ON "map_operation" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "map_proposal_map" ON "map_proposal" USING btree ("map_id","created_at");--> statement-breakpoint
CREATE INDEX "map_proposal_author" ON "map_proposal" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "map_proposed_change_proposal" ON "map_proposed_change" USING btree ("proposal_id","position");--> statement-breakpoint
CREATE INDEX "map_proposed_change_feature" ON "map_proposed_change" USING btree ("feature_id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "map_raster_map" ON "map_raster" USING btree ("map_id","created_at");--> statement-breakpoint
CREATE INDEX "map_undo_step_stack" ON "map_undo_step" USING btree ("map_id","account_id","id");--> statement-breakpoint
CREATE INDEX "map_undo_step_account" ON "map_undo_step" USING btree ("account_id");
--> statement-breakpoint
CREATE FUNCTION "note_removed_map"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."thumbnail" IS NOT NULL THEN
    INSERT INTO "removed_map_folder" ("folder") VALUES (OLD."thumbnail") ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_removed_raster"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "removed_map_folder" ("folder") VALUES ('map-rasters/' || OLD."id") ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "collaborative_map_removed" AFTER DELETE ON "collaborative_map" FOR EACH ROW EXECUTE FUNCTION "note_removed_map"();--> statement-breakpoint
CREATE TRIGGER "map_raster_removed" AFTER DELETE ON "map_raster" FOR EACH ROW EXECUTE FUNCTION "note_removed_raster"();
