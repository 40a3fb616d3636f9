{{- define "screening.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "screening.labels" -}}
{{ include "screening.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "screening.name" -}}
{{ printf "%s-screening" .Release.Name | trunc 52 | trimSuffix "-" }}
{{- end }}

{{- define "screening.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end }}

{{/* The parts that all pods have in common. The argument contains root, role (component) and the settings of the container itself. */}}
{{- define "screening.pod" -}}
{{- $root := .root -}}
metadata:
  labels:
    {{- include "screening.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
  {{- with $root.Values.podAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  {{- with $root.Values.image.pullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  terminationGracePeriodSeconds: {{ $root.Values.terminationGracePeriodSeconds }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  {{- with $root.Values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if .spread }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "screening.selector" $root | nindent 10 }}
          app.kubernetes.io/component: {{ .role }}
  {{- end }}
  {{- with .restartPolicy }}
  restartPolicy: {{ . }}
  {{- end }}
  containers:
    - name: {{ .role }}
      image: {{ include "screening.image" $root | quote }}
      {{- toYaml .container | nindent 6 }}
      securityContext:
        readOnlyRootFilesystem: true
        allowPrivilegeEscalation: false
        capabilities: { drop: [ALL] }
      env:
        {{- range $name, $value := $root.Values.settings }}
        {{- if ne (toString $value) "" }}
        - { name: {{ $name }}, value: {{ $value | toString | quote }} }
        {{- end }}
        {{- end }}
        {{- range $name, $entry := $root.Values.secrets.entries }}
        {{- if $entry }}
        - { name: {{ $name }}_FILE, value: /run/secrets/screening/{{ $entry }} }
        {{- end }}
        {{- end }}
        {{- if $root.Values.certificateAuthority }}
        - { name: NODE_EXTRA_CA_CERTS, value: /run/authority/ca.pem }
        {{- end }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        - { name: secrets, mountPath: /run/secrets/screening, readOnly: true }
        {{- if $root.Values.certificateAuthority }}
        - { name: authority, mountPath: /run/authority, readOnly: true }
        {{- end }}
        {{- with $root.Values.volumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    # Resumes are read there, one file at a time.
    - { name: tmp, emptyDir: { sizeLimit: 1Gi } }
    - name: secrets
      secret:
        secretName: {{ $root.Values.secrets.name }}
        defaultMode: 0440
    {{- with $root.Values.certificateAuthority }}
    - { name: authority, configMap: { name: {{ . }} } }
    {{- end }}
    {{- with $root.Values.volumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}

{{- define "screening.probes" -}}
startupProbe:
  httpGet: { path: /livez, port: admin }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /livez, port: admin }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
# Every two seconds, because after SIGTERM the API serves requests for only five more seconds.
readinessProbe:
  httpGet: { path: /readyz, port: admin }
  periodSeconds: 2
  timeoutSeconds: 5
  failureThreshold: 2
{{- end }}
