/** Saves a file made in the browser among its downloads. */
export function saveAsFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download starts after the press and still needs the address then.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
