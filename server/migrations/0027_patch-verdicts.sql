CREATE TABLE "run_patch_verdict" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "run_patch_verdict_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"run_id" text NOT NULL,
	"patch" integer NOT NULL,
	"account_id" integer,
	"visitor_id" text,
	"verdict" text,
	"note" text DEFAULT '' NOT NULL,
	"hectares" double precision NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "analysis_run" ADD COLUMN "judges" text DEFAULT 'owner' NOT NULL;--> statement-breakpoint
ALTER TABLE "run_patch_verdict" ADD CONSTRAINT "run_patch_verdict_run_id_analysis_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."analysis_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_patch_verdict" ADD CONSTRAINT "run_patch_verdict_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "run_patch_verdict_one_per_account" ON "run_patch_verdict" USING btree ("run_id","patch","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "run_patch_verdict_one_per_visitor" ON "run_patch_verdict" USING btree ("run_id","patch","visitor_id");--> statement-breakpoint
CREATE INDEX "run_patch_verdict_account" ON "run_patch_verdict" USING btree ("account_id");