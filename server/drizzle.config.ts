import { defineConfig } from 'drizzle-kit';

/** In this folder, `npx drizzle-kit generate --name what-changes` writes the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/platform/database/schema',
  out: './migrations',
});
