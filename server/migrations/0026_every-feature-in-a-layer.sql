ALTER TABLE "map_layer" ADD COLUMN "is_default" boolean DEFAULT false NOT NULL;--> statement-breakpoint
INSERT INTO "map_layer" ("id", "map_id", "dataset", "position", "style", "fields", "appeared_seq", "is_default")
SELECT
  gen_random_uuid(),
  "map"."id",
  (
    SELECT "name" FROM (
      SELECT "number", CASE "number" WHEN 0 THEN 'Drawn on the map' ELSE 'Drawn on the map (' || "number" || ')' END AS "name"
      FROM generate_series(0, 1000) AS "number"
    ) AS "candidate"
    WHERE NOT EXISTS (
      SELECT FROM "map_layer" AS "other" WHERE "other"."map_id" = "map"."id" AND "other"."dataset" = "candidate"."name"
    )
    ORDER BY "number" LIMIT 1
  ),
  (SELECT coalesce(max("position") + 1, 0) FROM "map_layer" AS "other" WHERE "other"."map_id" = "map"."id"),
  '{"color": null, "color_by": null, "label_by": null}',
  '[{"key": "name", "name": "name"}]',
  0,
  true
FROM "collaborative_map" AS "map";--> statement-breakpoint
UPDATE "map_feature" SET "layer_id" = "map_layer"."id" FROM "map_layer"
WHERE "map_feature"."layer_id" IS NULL AND "map_layer"."map_id" = "map_feature"."map_id" AND "map_layer"."is_default";--> statement-breakpoint
ALTER TABLE "map_feature" ALTER COLUMN "layer_id" SET NOT NULL;--> statement-breakpoint
UPDATE "map_layer" SET "fields" = (
  SELECT jsonb_agg('{"is_removed": false, "type": "text", "choices": [], "is_required": false}'::jsonb || "field" ORDER BY "place")
  FROM jsonb_array_elements("fields") WITH ORDINALITY AS "each"("field", "place")
)
WHERE jsonb_array_length("fields") > 0;
