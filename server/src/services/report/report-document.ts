import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ReportSettings } from '@refugia/contract/report.ts';
import PDFDocument from 'pdfkit';

/** What a mark on a picture is drawn with; places are shares of the picture from its upper left. */
export interface Marks {
  lines(lines: readonly (readonly (readonly [x: number, y: number])[])[], style: LineStyle): void;
  number(text: string, place: readonly [x: number, y: number]): void;
  scaleBar(bar: { readonly label: string; readonly share: number }): void;
}

interface LineStyle {
  readonly color: string;
  readonly widthPoints: number;
}

/** A picture with what is drawn over it. */
export interface MarkedPicture {
  readonly picture: Buffer;
  /** Its width by its height. */
  readonly aspect: number;
  readonly caption: string;
  readonly draw?: (marks: Marks) => void;
}

interface DocumentHead {
  readonly settings: Pick<ReportSettings, 'paper' | 'author' | 'organisation'>;
  readonly title: string;
  /** Stands at the foot of every page after the title, beside the page's number. */
  readonly foot: string;
  /** A small picture at the upper right of the first page. */
  readonly logo: Buffer | undefined;
}

const marginPoints = 48;
const gapPoints = 12;
const ink = '#1b2420';
const softInk = '#5b6761';
const rule = '#d5dcd8';
const sizes = { title: 22, heading: 13, finding: 12, text: 9.5, small: 8 };

const fonts = {
  regular: import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  strong: import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
};

/**
 * A document of text, facts, tables and marked pictures, written from the top to the bottom. What does
 * not fit on the rest of a page begins the next one. Lengths are points, 72 to an inch.
 */
export class ReportDocument {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #bytes: Promise<Buffer>;
  readonly #foot: string;

  /** Begins with the title, and with who wrote it. */
  constructor({ settings, title, foot, logo }: DocumentHead) {
    const { paper, author, organisation } = settings;
    this.#foot = `${title} · ${foot}`;
    this.#pdf = new PDFDocument({
      size: paper === 'a4' ? 'A4' : 'LETTER',
      margin: marginPoints,
      bufferPages: true,
      lang: 'en-US',
      displayTitle: true,
      info: { Title: title, ...(author !== '' && { Author: author }) },
    });
    this.#bytes = buffer(this.#pdf);
    for (const [name, address] of Object.entries(fonts)) {
      this.#pdf.registerFont(name, fileURLToPath(address));
    }
    this.#write('text');
    if (logo) this.#corner(logo);
    this.#write('title', 'strong').text(title, marginPoints, this.#pdf.y).moveDown(0.25);
    this.text([author, organisation].filter(Boolean).join(', '), 'soft');
  }

  get width(): number {
    return this.#pdf.page.width - 2 * marginPoints;
  }

  /** Begins a new page, unless nothing stands on this one. */
  newPage(): void {
    if (this.#pdf.y > marginPoints) this.#pdf.addPage();
  }

  heading(text: string): void {
    this.#keepTogether(60);
    this.#pdf.moveDown(0.6);
    this.#write('heading', 'strong').text(text, marginPoints).moveDown(0.35);
  }

  /** The sentence that a reader should take along. */
  finding(text: string): void {
    this.#write('finding', 'strong').text(text, marginPoints, this.#pdf.y, { width: this.width });
    this.#pdf.moveDown(0.3);
  }

  text(text: string, tone: 'plain' | 'soft' = 'plain'): void {
    this.#write('text', 'regular', tone === 'soft' ? softInk : ink)
      .text(text, marginPoints, this.#pdf.y, { width: this.width })
      .moveDown(0.35);
  }

  #corner(picture: Buffer): void {
    const box = [110, 44] as const;
    const x = this.#pdf.page.width - marginPoints - box[0];
    this.#pdf.image(picture, x, marginPoints, { fit: [...box], align: 'right' });
  }

  /** Names with their values, in two columns. */
  facts(facts: readonly (readonly [name: string, value: string])[]): void {
    const columnWidth = (this.width - gapPoints) / 2;
    for (let index = 0; index < facts.length; index += 2) {
      this.#keepTogether(28);
      const top = this.#pdf.y;
      let bottom = top;
      for (const [column, [name, value]] of facts.slice(index, index + 2).entries()) {
        const x = marginPoints + column * (columnWidth + gapPoints);
        this.#write('small', 'regular', softInk).text(name, x, top, { width: columnWidth });
        this.#write('text').text(value, x, this.#pdf.y, { width: columnWidth });
        bottom = Math.max(bottom, this.#pdf.y);
      }
      this.#pdf.y = bottom + 4;
    }
  }

  /** A table with a head; its columns share the width as asked. */
  table(
    columns: readonly { readonly name: string; readonly share: number }[],
    rows: readonly (readonly string[])[],
  ): void {
    const row = (cells: readonly string[], font: 'regular' | 'strong') => {
      this.#write('small', font);
      const widths = columns.map(({ share }) => share * this.width - 6);
      const height = Math.max(
        ...cells.map((cell, index) => this.#pdf.heightOfString(cell, { width: widths[index] })),
      );
      this.#keepTogether(height + 8);
      const top = this.#pdf.y;
      let x = marginPoints;
      for (const [index, cell] of cells.entries()) {
        this.#pdf.text(cell, x, top, { width: widths[index] });
        x += columns[index].share * this.width;
      }
      const bottom = top + height + 3;
      this.#pdf.moveTo(marginPoints, bottom).lineTo(marginPoints + this.width, bottom);
      this.#pdf.lineWidth(0.5).stroke(rule);
      this.#pdf.y = bottom + 4;
    };
    row(
      columns.map(({ name }) => name),
      'strong',
    );
    for (const cells of rows) row(cells, 'regular');
  }

  /** Pictures side by side, each as wide as the others, with their captions below. */
  pictures(pictures: readonly MarkedPicture[], heightPoints: number): void {
    const width = (this.width - (pictures.length - 1) * gapPoints) / pictures.length;
    const height = Math.min(heightPoints, ...pictures.map(({ aspect }) => width / aspect));
    this.#keepTogether(height + 24);
    const top = this.#pdf.y;
    for (const [index, marked] of pictures.entries()) {
      const x = marginPoints + index * (width + gapPoints);
      this.#picture(marked, { x, y: top, width: Math.min(width, height * marked.aspect), height });
      this.#write('small', 'regular', softInk);
      this.#pdf.text(marked.caption, x, top + height + 4, { width });
    }
    this.#pdf.y = top + height + 4 + 2 * sizes.small + 4;
  }

  /** Square pictures at the left, with lines of text beside them. */
  strip(pictures: readonly MarkedPicture[], title: string, lines: readonly string[]): void {
    const side = 104;
    this.#keepTogether(side + 30);
    const top = this.#pdf.y;
    for (const [index, marked] of pictures.entries()) {
      const x = marginPoints + index * (side + 6);
      this.#picture(marked, { x, y: top, width: side, height: side });
      this.#write('small', 'regular', softInk).text(marked.caption, x, top + side + 3);
    }
    const left = marginPoints + pictures.length * (side + 6) + 6;
    const width = marginPoints + this.width - left;
    this.#write('text', 'strong').text(title, left, top, { width });
    this.#write('text').text(lines.join('\n'), left, this.#pdf.y + 2, {
      width,
      height: top + side + 12 - this.#pdf.y,
      ellipsis: true,
    });
    this.#pdf.y = top + side + 22;
  }

  /** Ends the document with a foot on every page. @returns the PDF */
  async finish(): Promise<Buffer> {
    const { start, count } = this.#pdf.bufferedPageRange();
    for (let page = start; page < start + count; page++) {
      this.#pdf.switchToPage(page);
      // A foot lies below the margin, where text would otherwise begin a new page.
      this.#pdf.page.margins.bottom = 0;
      const y = this.#pdf.page.height - marginPoints + 16;
      const numberWidth = 60;
      this.#write('small', 'regular', softInk);
      this.#pdf.text(this.#foot, marginPoints, y, {
        width: this.width - numberWidth,
        lineBreak: false,
        ellipsis: true,
      });
      this.#pdf.text(`${page - start + 1} / ${count}`, marginPoints + this.width - numberWidth, y, {
        width: numberWidth,
        align: 'right',
        lineBreak: false,
      });
    }
    this.#pdf.end();
    return await this.#bytes;
  }

  #write(size: keyof typeof sizes, font: keyof typeof fonts = 'regular', color = ink) {
    return this.#pdf.font(font).fontSize(sizes[size]).fillColor(color);
  }

  #keepTogether(height: number): void {
    if (this.#pdf.y + height > this.#pdf.page.height - marginPoints) this.#pdf.addPage();
  }

  #picture(marked: MarkedPicture, box: { x: number; y: number; width: number; height: number }) {
    const { x, y, width, height } = box;
    this.#pdf.save().rect(x, y, width, height).clip();
    this.#pdf.image(marked.picture, x, y, { width, height });
    marked.draw?.(marksOn(this.#pdf, box));
    this.#pdf.restore();
    this.#pdf.rect(x, y, width, height).lineWidth(0.5).stroke(rule);
  }
}

function marksOn(
  pdf: PDFKit.PDFDocument,
  box: { x: number; y: number; width: number; height: number },
): Marks {
  const at = ([x, y]: readonly [number, number]): [number, number] => [
    box.x + x * box.width,
    box.y + y * box.height,
  ];
  return {
    lines(lines, { color, widthPoints }) {
      for (const line of lines) {
        // Corners that lie less than a third of a point from each other can't be told apart in print.
        let last: readonly [number, number] | undefined;
        for (const [index, place] of line.map(at).entries()) {
          const isNear = last && Math.hypot(place[0] - last[0], place[1] - last[1]) < 0.33;
          if (isNear && index < line.length - 1) continue;
          if (last) pdf.lineTo(...place);
          else pdf.moveTo(...place);
          last = place;
        }
      }
      if (lines.length > 0) pdf.lineWidth(widthPoints).lineJoin('round').stroke(color);
    },
    number(text, place) {
      const [x, y] = at(place);
      pdf.circle(x, y, 7).fill('#ffffff').circle(x, y, 7).lineWidth(0.7).stroke(ink);
      pdf.font('strong').fontSize(7).fillColor(ink);
      pdf.text(text, x - 10, y - 4, { width: 20, align: 'center', lineBreak: false });
    },
    scaleBar({ label, share }) {
      const [x, y] = [box.x + 8, box.y + box.height - 10];
      pdf
        .rect(x - 4, y - 12, share * box.width + 8, 18)
        .fillOpacity(0.8)
        .fill('#ffffff');
      pdf.fillOpacity(1).font('regular').fontSize(7).fillColor(ink);
      pdf.text(label, x, y - 9, { lineBreak: false });
      pdf
        .moveTo(x, y)
        .lineTo(x + share * box.width, y)
        .lineWidth(1.2)
        .stroke(ink);
      const corner = box.x + box.width - 32;
      pdf
        .rect(corner, box.y + 4, 28, 16)
        .fillOpacity(0.8)
        .fill('#ffffff')
        .fillOpacity(1);
      pdf.font('strong').fontSize(9).fillColor(ink);
      pdf.text('N ↑', corner + 6, box.y + 6.5, { lineBreak: false });
    },
  };
}
