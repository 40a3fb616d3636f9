/**
 * Converts share links of file hosts, which lead to a page with a viewer, to direct links to the file.
 *
 * A link is converted only by rewriting its URL, in a way that the host documents or that its own pages use. The result
 * is checked like any other URL from a caller.
 */

/** Returns the direct URL of the file for a share link, and any other URL unchanged. */
export function directUrl(url: URL): URL {
  const { hostname } = url
  const rewrite = Object.entries(hosts).find(([suffix]) => hostname === suffix || hostname.endsWith(`.${suffix}`))?.[1]
  return (url.protocol === 'https:' && url.port === '' && rewrite?.(url)) || url
}

type Rewrite = (url: URL) => URL | null

const hosts: Record<string, Rewrite> = {
  'drive.google.com': drive,
  'docs.google.com': docs,
  'dropbox.com': dropbox,
  '1drv.ms': oneDriveShort,
  'onedrive.live.com': oneDrive,
  'sharepoint.com': sharePoint,
  'box.com': box,
}

/**
 * Google Drive: `/file/d/<id>/view`, `/file/u/0/d/<id>/preview`, `/open?id=<id>`, and `/uc?id=<id>` without `export`.
 */
function drive(url: URL): URL | null {
  const { pathname, searchParams } = url
  const isById = /^\/(?:u\/\d+\/)?(?:open|uc)$/.test(pathname)
  const id = isById ? searchParams.get('id') : /^\/(?:a\/[^/]+\/)?file\/(?:u\/\d+\/)?d\/([\w-]+)/.exec(pathname)?.[1]
  if (!id || (isById && searchParams.has('export'))) return null
  const direct = new URL('/uc?export=download', url)
  direct.searchParams.set('id', id)
  return copied(url, direct, ['resourcekey'])
}

/** Google Docs: a document, except one that is published as a web page (`/d/e/…/pub`). */
function docs(url: URL): URL | null {
  const [, path, rest] =
    /^(\/(?:a\/[^/]+\/)?document\/(?:u\/\d+\/)?d\/(?!e\/)[\w-]+)(?:\/(\w*))?/.exec(url.pathname) ?? []
  if (path === undefined || rest === 'export' || rest === 'pub') return null
  return copied(url, new URL(`${path}/export?format=pdf`, url), ['resourcekey'])
}

/** Dropbox, only files: a folder would be downloaded as a zip archive. */
function dropbox(url: URL): URL | null {
  if (!/^\/(?:s|scl\/fi)\//.test(url.pathname) || url.searchParams.has('raw')) return null
  return withQuery(url, { dl: '1' })
}

/** OneDrive: the sharing API takes the share link itself, in base64url. */
function oneDriveShort(url: URL): URL {
  return new URL(`https://api.onedrive.com/v1.0/shares/u!${Buffer.from(url.href).toString('base64url')}/root/content`)
}

function oneDrive(url: URL): URL | null {
  if (!/^\/(?:redir|embed|view\.aspx|edit\.aspx)?$/.test(url.pathname)) return null
  const { searchParams } = url
  const resid = searchParams.get('resid') ?? (searchParams.has('cid') ? searchParams.get('id') : null)
  if (!resid) return null
  const direct = new URL('/download', url)
  direct.searchParams.set('resid', resid)
  return copied(url, direct, ['authkey', 'em'])
}

/** SharePoint: `/:b:/s/<site>/<id>`, `/:w:/g/personal/…`, `/:b:/r/…`, and Office's own viewer. */
function sharePoint(url: URL): URL | null {
  if (/^\/:(?!f)[a-z]:\//.test(url.pathname)) return withQuery(url, { download: '1' })
  const [, site] = /^(.*\/_layouts\/15\/)(?:Doc2?|WopiFrame2?)\.aspx$/i.exec(url.pathname) ?? []
  const document = url.searchParams.get('sourcedoc')
  if (site === undefined || !document) return null
  const direct = new URL(`${site}download.aspx`, url)
  direct.searchParams.set('UniqueId', document.replace(/[{}]/g, ''))
  return direct
}

function box(url: URL): URL | null {
  const [, name, file] = /^\/s\/(\w+)(?:\/file\/(\d+))?\/?$/.exec(url.pathname) ?? []
  if (name === undefined) return null
  if (file === undefined) return new URL(`/shared/static/${name}`, url)
  return new URL(`/index.php?rm=box_download_shared_file&shared_name=${name}&file_id=f_${file}`, url)
}

function withQuery(url: URL, set: Record<string, string>): URL {
  const direct = new URL(url)
  for (const [name, value] of Object.entries(set)) direct.searchParams.set(name, value)
  direct.searchParams.delete('web')
  return direct
}

function copied(from: URL, to: URL, names: string[]): URL {
  for (const name of names) {
    const value = from.searchParams.get(name)
    if (value !== null) to.searchParams.set(name, value)
  }
  return to
}
