import { useState } from 'react';
import { Pagination } from '../../../ui/data/pagination.tsx';
import { Sample, Samples } from '../sample.tsx';

/** The style guide's section 'pagination'. */
export function PaginationSection() {
  const [page, setPage] = useState(7);
  const [shortPage, setShortPage] = useState(1);
  return (
    <Samples>
      <Sample title="Twenty pages" note="At most five numbers, the open page in their middle.">
        <Pagination label="Pages of maps" page={page} pageCount={20} onChange={setPage} />
      </Sample>
      <Sample title="Three pages, at the first">
        <Pagination
          label="Pages of projects"
          page={shortPage}
          pageCount={3}
          onChange={setShortPage}
        />
      </Sample>
    </Samples>
  );
}
