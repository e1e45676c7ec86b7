import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import type { CommentSubject } from '../calls/comments.ts';

/** Whether a comment is about this subject. */
export function isAbout(comment: MapComment, subject: CommentSubject): boolean {
  switch (subject.kind) {
    case 'map':
      return comment.feature === null && comment.raster === null && comment.proposal === null;
    case 'feature':
      return comment.feature === subject.id;
    case 'raster':
      return comment.raster === subject.id;
    case 'proposal':
      return comment.proposal === subject.id;
  }
}
