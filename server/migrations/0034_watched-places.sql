CREATE TABLE "place_finding" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "place_finding_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"place_id" text NOT NULL,
	"shape" jsonb NOT NULL,
	"kind" text NOT NULL,
	"hectares" double precision NOT NULL,
	"run_id" text,
	"patch" integer NOT NULL,
	"first_scene_at" timestamp with time zone NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"gone_at" timestamp with time zone,
	"told_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "analysis_run_one_per_account";--> statement-breakpoint
ALTER TABLE "analysis_run" ADD COLUMN "is_watched" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "place" ADD COLUMN "watch" jsonb DEFAULT '{"every":"off","minimum_hectares":1,"kinds":["vegetation_loss","vegetation_gain","burn","water","built_up","other","burned_or_cleared"]}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "place" ADD COLUMN "next_look_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "place" ADD COLUMN "last_outcome" text;--> statement-breakpoint
ALTER TABLE "place" ADD COLUMN "newest_scene_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "place_look" ADD COLUMN "newest_scene_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "place_look" ADD COLUMN "is_to_gather" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "links" jsonb;--> statement-breakpoint
ALTER TABLE "place_finding" ADD CONSTRAINT "place_finding_place_id_place_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."place"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_finding" ADD CONSTRAINT "place_finding_run_id_analysis_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."analysis_run"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "place_finding_place" ON "place_finding" USING btree ("place_id");--> statement-breakpoint
CREATE INDEX "place_finding_run" ON "place_finding" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "place_next_look" ON "place" USING btree ("next_look_at");--> statement-breakpoint
CREATE INDEX "place_look_to_gather" ON "place_look" USING btree ("place_id") WHERE is_to_gather;--> statement-breakpoint
CREATE UNIQUE INDEX "analysis_run_one_per_account" ON "analysis_run" USING btree ("account_id") WHERE status IN ('queued', 'running') AND NOT is_watched;