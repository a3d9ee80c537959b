using Grpc.Core;

namespace Blittable.Adapters.Tests.Grpc;

/// <summary>Answers each document with itself.</summary>
[BindServiceMethod(typeof(EchoService), nameof(Bind))]
public class EchoService
{
    private static readonly Marshaller<BlittableDocument> Documents = DocumentMarshaller.Create(Samples.Dictionary, StatusCode.InvalidArgument);

    private static readonly Method<BlittableDocument, BlittableDocument> EchoMethod = new(MethodType.Unary, "Documents", "Echo", Documents, Documents);

    public static void Bind(ServiceBinderBase binder, EchoService? service) =>
        binder.AddMethod(EchoMethod, service is null ? null : new UnaryServerMethod<BlittableDocument, BlittableDocument>(service.Echo));

    /// <summary>Has the name of the method on the wire and is virtual, as the server expects of a service.</summary>
    public virtual Task<BlittableDocument> Echo(BlittableDocument request, ServerCallContext context) =>
        Task.FromResult(request);
}
