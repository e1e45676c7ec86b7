/**
 * This file is loaded before every script of the project (`node -r`). The product runs TypeScript
 * directly, which needs Node 24. `npm install` brings that version where its platform packages
 * exist. Elsewhere the host's own Node is used, and one that is too old is refused here in one
 * sentence.
 */
const major = Number(process.versions.node.split('.')[0]);

if (major < 24) {
  console.error(
    `Refugia needs Node 24 or newer, but this is Node ${process.versions.node}: run "npm install" first, or install Node 24 from your system's packages.`,
  );
  process.exit(1);
}
