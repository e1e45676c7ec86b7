/** The title of the dialog before a project is deleted. */
export const deletionTitle = 'Delete this project?';

/** Says what is deleted with a project. */
export function WhatGoes({ title }: { title: string }) {
  return (
    <>
      “{title}” goes for good, with its map, its data layers and all files that belong to them.
      Download first what you want to keep.
    </>
  );
}
