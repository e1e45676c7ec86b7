CREATE TABLE "access_key" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"target_type" text NOT NULL,
	"target_id" text NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "access_key_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE INDEX "access_key_target" ON "access_key" USING btree ("target_type","target_id");--> statement-breakpoint
CREATE FUNCTION "forget_access_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "access_key" WHERE "target_type" = TG_ARGV[0] AND "target_id" = OLD."id"::text;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "collaborative_map_keys_forgotten" AFTER DELETE ON "collaborative_map" FOR EACH ROW EXECUTE FUNCTION "forget_access_keys"('map');
