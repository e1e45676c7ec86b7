/** Hands a file that was made in the browser to the browser's downloads. */
export function saveAsFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download reads the address after the press.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
