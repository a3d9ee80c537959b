using Grpc.Core;

namespace Blittable.Adapters.Tests.Grpc;

/// <summary>Returns each document to its sender.</summary>
[BindServiceMethod(typeof(EchoService), nameof(Bind))]
public class EchoService
{
    private static readonly Marshaller<BlittableDocument> Documents = DocumentMarshaller.Create(Samples.Dictionary, StatusCode.InvalidArgument);

    private static readonly Method<BlittableDocument, BlittableDocument> EchoMethod = new(MethodType.Unary, "Documents", "Echo", Documents, Documents);

    public static void Bind(ServiceBinderBase binder, EchoService? service) =>
        binder.AddMethod(EchoMethod, service is null ? null : new UnaryServerMethod<BlittableDocument, BlittableDocument>(service.Echo));

    /// <summary>The method is virtual and has the name of the gRPC method, as the server expects of a service.</summary>
    public virtual Task<BlittableDocument> Echo(BlittableDocument request, ServerCallContext context) =>
        Task.FromResult(request);
}
