import { useEffect, useEffectEvent } from 'react';

/**
 * Accepts a file that is dropped anywhere on the screen. By default the browser would leave the
 * page and open the file.
 * @param isDisabled whether dropped files are ignored
 */
export function useFileDrop(isDisabled: boolean, onDrop: (file: File) => void): void {
  const take = useEffectEvent((file: File) => {
    if (!isDisabled) onDrop(file);
  });
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!isForScreen(event)) return;
      event.preventDefault();
    };
    const onDropped = (event: DragEvent) => {
      if (!isForScreen(event)) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) take(file);
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDropped);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDropped);
    };
  }, []);
}

/** Whether a file is dragged, and not over an input that accepts it itself. */
function isForScreen({ dataTransfer, target }: DragEvent): boolean {
  const isOverField = target instanceof HTMLInputElement && target.type === 'file';
  return !isOverField && dataTransfer !== null && dataTransfer.types.includes('Files');
}
