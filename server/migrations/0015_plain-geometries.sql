-- Compressing a shape of many vertices takes as long as all else that moving one of them needs.
ALTER TABLE "map_feature" ALTER COLUMN "geometry" SET STORAGE EXTERNAL;
