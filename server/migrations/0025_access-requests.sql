CREATE TABLE "map_access_request" (
	"map_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"is_declined" boolean DEFAULT false NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "map_access_request_map_id_account_id_pk" PRIMARY KEY("map_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "map_access_request" ADD CONSTRAINT "map_access_request_map_id_collaborative_map_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."collaborative_map"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_access_request" ADD CONSTRAINT "map_access_request_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "map_access_request_account" ON "map_access_request" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "map_access_request_asked" ON "map_access_request" USING btree ("asked_at");