/** Share links of file hosts, and the direct links to their files. */
import test from 'ava'
import { directUrl } from '../../../src/platform/outbound/share-links.ts'

const direct: Record<string, string> = {
  'https://drive.google.com/file/d/1AbC_d-9/view?usp=sharing':
    'https://drive.google.com/uc?export=download&id=1AbC_d-9',
  'https://drive.google.com/file/d/1AbC/view?usp=drive_link&resourcekey=0-x':
    'https://drive.google.com/uc?export=download&id=1AbC&resourcekey=0-x',
  'https://drive.google.com/file/u/0/d/1AbC/preview': 'https://drive.google.com/uc?export=download&id=1AbC',
  'https://drive.google.com/open?id=1AbC': 'https://drive.google.com/uc?export=download&id=1AbC',
  'https://drive.google.com/uc?id=1AbC': 'https://drive.google.com/uc?export=download&id=1AbC',
  'https://docs.google.com/document/d/1AbC/edit?usp=sharing':
    'https://docs.google.com/document/d/1AbC/export?format=pdf',
  'https://docs.google.com/document/u/1/d/1AbC/view': 'https://docs.google.com/document/u/1/d/1AbC/export?format=pdf',
  'https://www.dropbox.com/s/abc123/cv.pdf?dl=0': 'https://www.dropbox.com/s/abc123/cv.pdf?dl=1',
  'https://www.dropbox.com/scl/fi/abc/cv.pdf?rlkey=k&st=s&dl=0':
    'https://www.dropbox.com/scl/fi/abc/cv.pdf?rlkey=k&st=s&dl=1',
  'https://dropbox.com/s/abc123/cv.pdf': 'https://dropbox.com/s/abc123/cv.pdf?dl=1',
  'https://1drv.ms/b/s!AmNgw3': `https://api.onedrive.com/v1.0/shares/u!${Buffer.from('https://1drv.ms/b/s!AmNgw3').toString('base64url')}/root/content`,
  'https://onedrive.live.com/redir?resid=AB12%21105&authkey=%21Ak&ithint=file%2cpdf':
    'https://onedrive.live.com/download?resid=AB12%21105&authkey=%21Ak',
  'https://onedrive.live.com/?authkey=%21Ak&cid=AB12&id=AB12%21105':
    'https://onedrive.live.com/download?resid=AB12%21105&authkey=%21Ak',
  'https://acme.sharepoint.com/:b:/s/Hiring/Eabc?e=f00':
    'https://acme.sharepoint.com/:b:/s/Hiring/Eabc?e=f00&download=1',
  'https://acme-my.sharepoint.com/:w:/g/personal/dana_acme_com/Eabc':
    'https://acme-my.sharepoint.com/:w:/g/personal/dana_acme_com/Eabc?download=1',
  'https://acme.sharepoint.com/:w:/r/sites/x/cv.docx?d=w1&csf=1&web=1':
    'https://acme.sharepoint.com/:w:/r/sites/x/cv.docx?d=w1&csf=1&download=1',
  'https://acme.sharepoint.com/sites/x/_layouts/15/Doc.aspx?sourcedoc=%7B0A-1B%7D&file=cv.docx&action=default':
    'https://acme.sharepoint.com/sites/x/_layouts/15/download.aspx?UniqueId=0A-1B',
  'https://app.box.com/s/abc123': 'https://app.box.com/shared/static/abc123',
  'https://acme.app.box.com/s/abc123/': 'https://acme.app.box.com/shared/static/abc123',
  'https://acme.box.com/s/abc123/file/42':
    'https://acme.box.com/index.php?rm=box_download_shared_file&shared_name=abc123&file_id=f_42',
}

for (const [shared, file] of Object.entries(direct)) {
  test(`${shared} becomes a direct link, and the direct link is left unchanged`, (t) => {
    t.is(directUrl(new URL(shared)).href, file)
    t.is(directUrl(new URL(file)).href, file)
  })
}

test('other URLs are unchanged', (t) => {
  const others = [
    'https://example.com/file/d/1AbC/view',
    'https://drive.google.com/drive/folders/1AbC',
    'https://docs.google.com/document/d/e/2PACX-1v/pub',
    'https://docs.google.com/spreadsheets/d/1AbC/edit',
    'https://www.dropbox.com/scl/fo/abc/h?dl=0',
    'https://notdropbox.com/s/abc/cv.pdf',
    'https://dropbox.com.example.com/s/abc/cv.pdf',
    'https://www.dropbox.com/s/abc/cv.pdf?raw=1',
    'https://acme.sharepoint.com/:f:/s/Hiring/Eabc',
    'https://acme.sharepoint.com/sites/x/Shared%20Documents/cv.pdf?sig=a%20b',
    'https://app.box.com/folder/0',
    'http://app.box.com/s/abc123',
  ]
  for (const url of others) t.is(directUrl(new URL(url)).href, url)
})
