ALTER TABLE "place_finding" ADD COLUMN "confidence" text DEFAULT 'low' NOT NULL;--> statement-breakpoint
UPDATE "place_finding" SET "confidence" = 'medium' WHERE "confirmed_at" IS NOT NULL;
