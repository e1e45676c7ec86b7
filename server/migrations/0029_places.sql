CREATE TABLE "place" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"name" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"area" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "place_look" (
	"place_id" text NOT NULL,
	"run_id" text NOT NULL,
	CONSTRAINT "place_look_place_id_run_id_pk" PRIMARY KEY("place_id","run_id")
);
--> statement-breakpoint
ALTER TABLE "place" ADD CONSTRAINT "place_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_look" ADD CONSTRAINT "place_look_place_id_place_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."place"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_look" ADD CONSTRAINT "place_look_run_id_analysis_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."analysis_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "place_account" ON "place" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "place_look_run" ON "place_look" USING btree ("run_id");