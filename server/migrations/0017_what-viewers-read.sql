ALTER TABLE "collaborative_map" ADD COLUMN "published_seq" bigint;--> statement-breakpoint
ALTER TABLE "collaborative_map" ADD COLUMN "erased_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "collaborative_map" ADD COLUMN "thumbnail_seq" bigint;--> statement-breakpoint
ALTER TABLE "map_comment" ADD COLUMN "is_public" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A map that is public was made so by the last operation that says it.
UPDATE "collaborative_map" AS "map" SET "published_seq" = coalesce(
  (SELECT max("seq") FROM "map_operation" WHERE "map_id" = "map"."id" AND "verb" = 'edit-map'
    AND "patch" ->> 'attribute' = 'is_published' AND "patch" -> 'after' = 'true'::jsonb),
  "last_seq") WHERE "is_published";--> statement-breakpoint
UPDATE "collaborative_map" AS "map" SET "erased_seq" = coalesce(
  (SELECT max("seq") FROM "map_operation" WHERE "map_id" = "map"."id"
    AND "verb" IN ('edit', 'delete', 'delete-layer', 'edit-layer', 'delete-raster')), 0);--> statement-breakpoint
-- Nobody knows when an earlier picture was taken. It shows nothing that is gone where nothing ever went.
UPDATE "collaborative_map" SET "thumbnail_seq" = "last_seq"
  WHERE "thumbnail" IS NOT NULL AND "erased_seq" = 0;--> statement-breakpoint
-- Comments that were written before the map was made public were written in private.
UPDATE "map_comment" AS "comment" SET "is_public" = true
  FROM "collaborative_map" AS "map"
  JOIN "map_operation" AS "publication"
    ON "publication"."map_id" = "map"."id" AND "publication"."seq" = "map"."published_seq"
  WHERE "comment"."map_id" = "map"."id" AND "comment"."created_at" >= "publication"."at";
