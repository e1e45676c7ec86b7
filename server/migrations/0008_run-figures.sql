-- One statement: the table is written anew once.
ALTER TABLE "analysis_run" ADD COLUMN "change_occurred" boolean GENERATED ALWAYS AS ((result -> 'change_occured')::boolean) STORED, ADD COLUMN "statistics" jsonb GENERATED ALWAYS AS (result -> 'statistics') STORED;
