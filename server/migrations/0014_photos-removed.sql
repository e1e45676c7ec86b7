CREATE FUNCTION "note_removed_photo"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "removed_folder" ("name")
  VALUES (regexp_replace(OLD."photo", '\.webp$', '')) ON CONFLICT ("name") DO UPDATE SET "removed_at" = now();
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "account_photo_replaced" AFTER UPDATE OF "photo" ON "account"
FOR EACH ROW WHEN (OLD."photo" IS NOT NULL AND OLD."photo" IS DISTINCT FROM NEW."photo")
EXECUTE FUNCTION "note_removed_photo"();--> statement-breakpoint
CREATE TRIGGER "account_photo_removed" AFTER DELETE ON "account"
FOR EACH ROW WHEN (OLD."photo" IS NOT NULL)
EXECUTE FUNCTION "note_removed_photo"();
