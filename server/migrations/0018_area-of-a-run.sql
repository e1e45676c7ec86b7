ALTER TABLE "analysis_run" ALTER COLUMN "coords" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "analysis_run" ADD COLUMN "area" jsonb;