ALTER TABLE "place" ALTER COLUMN "watch" SET DEFAULT '{"every":"off","minimum_hectares":1,"kinds":["vegetation_loss","vegetation_gain","burn","water","built_up","other","burned_or_cleared"],"lowest_confidence":"medium"}'::jsonb;--> statement-breakpoint
UPDATE "place" SET "watch" = "watch" || '{"lowest_confidence":"medium"}' WHERE "watch" ->> 'every' = 'off';
