CREATE TABLE "analysis_batch" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "analysis_run_one_per_account";--> statement-breakpoint
ALTER TABLE "analysis_run" ADD COLUMN "batch_id" text;--> statement-breakpoint
ALTER TABLE "analysis_batch" ADD CONSTRAINT "analysis_batch_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analysis_batch_account" ON "analysis_batch" USING btree ("account_id");--> statement-breakpoint
ALTER TABLE "analysis_run" ADD CONSTRAINT "analysis_run_batch_id_analysis_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."analysis_batch"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analysis_run_batch" ON "analysis_run" USING btree ("batch_id") WHERE batch_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "analysis_run_one_per_account" ON "analysis_run" USING btree ("account_id") WHERE status IN ('queued', 'running') AND NOT is_watched AND batch_id IS NULL;