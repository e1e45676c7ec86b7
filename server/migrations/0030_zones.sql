CREATE TABLE "zone" (
	"zone_set_id" integer NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"geometry" jsonb NOT NULL,
	"properties" jsonb NOT NULL,
	CONSTRAINT "zone_zone_set_id_number_pk" PRIMARY KEY("zone_set_id","number")
);
--> statement-breakpoint
CREATE TABLE "zone_set" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "zone_set_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"name" text NOT NULL,
	"source" text NOT NULL,
	"zone_count" integer DEFAULT 0 NOT NULL,
	"is_whole" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "zone" ADD CONSTRAINT "zone_zone_set_id_zone_set_id_fk" FOREIGN KEY ("zone_set_id") REFERENCES "public"."zone_set"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_set" ADD CONSTRAINT "zone_set_project_id_value_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."value_project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "zone_set_project" ON "zone_set" USING btree ("project_id");