CREATE TABLE "place_member" (
	"place_id" text NOT NULL,
	"account_id" integer NOT NULL,
	"role" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "place_member_place_id_account_id_pk" PRIMARY KEY("place_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "place_member" ADD CONSTRAINT "place_member_place_id_place_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."place"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_member" ADD CONSTRAINT "place_member_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "place_member_account" ON "place_member" USING btree ("account_id");--> statement-breakpoint
CREATE TRIGGER "place_keys_forgotten" AFTER DELETE ON "place" FOR EACH ROW EXECUTE FUNCTION "forget_access_keys"('place');