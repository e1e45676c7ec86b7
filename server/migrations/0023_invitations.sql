CREATE TABLE "map_invitation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"map_id" integer NOT NULL,
	"inviter_id" integer NOT NULL,
	"role" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"address" varchar(50),
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "map_invitation_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "map_invitation" ADD CONSTRAINT "map_invitation_map_id_collaborative_map_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."collaborative_map"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_invitation" ADD CONSTRAINT "map_invitation_inviter_id_account_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "map_invitation_address" ON "map_invitation" USING btree ("map_id",lower("address"));--> statement-breakpoint
CREATE INDEX "map_invitation_waiting" ON "map_invitation" USING btree (lower("address"));--> statement-breakpoint
CREATE INDEX "map_invitation_inviter" ON "map_invitation" USING btree ("inviter_id");--> statement-breakpoint
CREATE INDEX "map_invitation_expiry" ON "map_invitation" USING btree ("expires_at");--> statement-breakpoint
CREATE FUNCTION "forget_invitations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "map_invitation" WHERE lower("address") = lower(COALESCE(OLD."former_email", OLD."email"));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "account_invitations_forgotten" AFTER DELETE ON "account" FOR EACH ROW WHEN (OLD."activated_at" IS NOT NULL) EXECUTE FUNCTION "forget_invitations"();
