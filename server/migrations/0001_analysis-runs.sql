CREATE TABLE "analysis_run" (
	"id" text PRIMARY KEY NOT NULL,
	"job_id" text NOT NULL,
	"account_id" integer,
	"visitor_id" text,
	"address" text,
	"coords" text NOT NULL,
	"start_date" text NOT NULL,
	"end_date" text NOT NULL,
	"method" text NOT NULL,
	"request_key" text NOT NULL,
	"imagery_mode" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"progress" jsonb,
	"result" jsonb,
	"failure_reason" text,
	"failure_is_permanent" boolean,
	"result_bytes" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "analysis_run" ADD CONSTRAINT "analysis_run_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "analysis_run_one_per_account" ON "analysis_run" USING btree ("account_id") WHERE status IN ('queued', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "analysis_run_one_per_visitor" ON "analysis_run" USING btree ("visitor_id") WHERE account_id IS NULL AND status IN ('queued', 'running');--> statement-breakpoint
CREATE INDEX "analysis_run_address" ON "analysis_run" USING btree ("address");--> statement-breakpoint
CREATE INDEX "analysis_run_failures" ON "analysis_run" USING btree ("request_key","created_at") WHERE failure_is_permanent;--> statement-breakpoint
CREATE INDEX "analysis_run_created" ON "analysis_run" USING btree ("created_at");