CREATE TABLE "notification" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" integer NOT NULL,
	"kind" text NOT NULL,
	"actor_id" integer,
	"visitor_name" text,
	"target" text NOT NULL,
	"target_name" text NOT NULL,
	"subject" text NOT NULL,
	"excerpt" text NOT NULL,
	"changes" integer,
	"changes_in_all" integer,
	"address" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"mail" text NOT NULL,
	"mailed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "notification_mail" text DEFAULT 'at once' NOT NULL;--> statement-breakpoint
ALTER TABLE "map_comment" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_actor_id_account_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_account" ON "notification" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "notification_target" ON "notification" USING btree ("target");--> statement-breakpoint
CREATE INDEX "notification_actor" ON "notification" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "notification_mail" ON "notification" USING btree ("account_id") WHERE mail = 'waiting';--> statement-breakpoint
ALTER TABLE "map_comment" ADD CONSTRAINT "map_comment_parent_id_map_comment_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."map_comment"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "map_comment_parent" ON "map_comment" USING btree ("parent_id");