import { type RefObject, useEffect, useEffectEvent } from 'react';
import { showToast } from '../overlays/toast.tsx';

interface FileDropOptions {
  onDrop: (file: File) => void;
  isDisabled?: boolean;
  /** Takes only files that are dropped in this element, and so none over a dialog. */
  within?: RefObject<HTMLElement | null>;
}

/**
 * Accepts a file that is dropped anywhere on the screen. By default the browser would leave the
 * page and open the file. Folders and several files at once are refused with a message.
 */
export function useFileDrop({ onDrop, isDisabled = false, within }: FileDropOptions): void {
  const take = useEffectEvent(({ dataTransfer, target }: DragEvent) => {
    const isBeside = within && !(target instanceof Node && within.current?.contains(target));
    if (isDisabled || isBeside || dataTransfer === null) return;
    const refusal = refusalOf(dataTransfer);
    const [file] = dataTransfer.files;
    if (refusal !== null) showToast('warning', refusal);
    else if (file) onDrop(file);
  });
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (isForScreen(event)) event.preventDefault();
    };
    const onDropped = (event: DragEvent) => {
      if (!isForScreen(event)) return;
      event.preventDefault();
      take(event);
    };
    const ending = new AbortController();
    window.addEventListener('dragover', onDragOver, { signal: ending.signal });
    window.addEventListener('drop', onDropped, { signal: ending.signal });
    return () => ending.abort();
  }, []);
}

/** Whether a file is dragged, and not over an input that accepts it itself. */
function isForScreen({ dataTransfer, target }: DragEvent): boolean {
  const isOverField = target instanceof HTMLInputElement && target.type === 'file';
  return !isOverField && dataTransfer !== null && dataTransfer.types.includes('Files');
}

/** Why what was dropped can't be taken, or null. */
function refusalOf({ files, items }: DataTransfer): string | null {
  const isShapefile = [...files].some(({ name }) => /\.(shp|dbf|shx|prj)$/i.test(name));
  if (isShapefile) return 'Please put the files of a Shapefile into one zip, and drop that.';
  if (files.length > 1) return 'Please drop one file at a time.';
  // A browser describes a folder as a file that it can't read.
  const isFolder = [...items].some((item) => item.webkitGetAsEntry()?.isDirectory);
  return isFolder ? 'This is a folder. Please drop a file.' : null;
}
