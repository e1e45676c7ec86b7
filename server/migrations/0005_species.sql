CREATE TABLE "outbound_reply" (
	"key" text PRIMARY KEY NOT NULL,
	"body" "bytea" NOT NULL,
	"asked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imported_habitat" (
	"species_id" integer PRIMARY KEY NOT NULL,
	"shapes" jsonb NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL
);
