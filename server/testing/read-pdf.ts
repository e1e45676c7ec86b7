import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What Mozilla's pdf.js reads in a PDF: its text, how many pictures it shows, and each page's size. */
export async function readPdf(pdf: Buffer) {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const info = (await document.getMetadata()).info;
  const pages = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
    const { fnArray } = await page.getOperatorList();
    const pictures = fnArray.filter((operation) => operation === OPS.paintImageXObject).length;
    pages.push({ text: text.replace(/\s+/g, ' '), pictures, size: page.view.slice(2) });
  }
  return { info, pages };
}
