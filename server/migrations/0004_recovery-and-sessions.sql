CREATE TABLE "ended_session" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "former_email" varchar(50);--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "email_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ended_session" ADD CONSTRAINT "ended_session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ended_session_account" ON "ended_session" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "ended_session_expiry" ON "ended_session" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_former_email_unique" ON "account" USING btree (lower("former_email"));